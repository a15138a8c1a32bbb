# Shows the frames of a run as the pictures of Scree do: grains as spheres or by their surfaces, coloured by speed, and walls that
# can be seen through. Time, colour bar and direction of looking are set.
from paraview.simple import *


def series(name):
    path = os.path.join(folder, name + ".pvd")
    return PVDReader(registrationName=name, FileName=path) if os.path.exists(path) else None


def coloured(source, view, kind, array):
    display = Show(source, view)
    ColorBy(display, (kind, array, "Magnitude") if array == "velocity" else (kind, array))
    colours = GetColorTransferFunction(array)
    colours.ApplyPreset("Viridis (matplotlib)", True)
    legend = GetScalarBar(colours, view)
    legend.Title = "speed [m/s]"
    legend.ComponentTitle = ""
    legend.TitleFontSize = legend.LabelFontSize = 12
    display.SetScalarBarVisibility(view, True)
    return display


def show():
    view = GetActiveViewOrCreate("RenderView")
    bodies, shapes, walls = series("bodies"), series("shapes"), series("walls")
    if bodies is None:
        raise RuntimeError("there are no frames in " + folder + ": give output.every, and run this in the folder of the run")
    if shapes is None:
        balls = Glyph(registrationName="grains", Input=bodies, GlyphType="Sphere")
        balls.GlyphType.Radius = 1.0
        balls.ScaleArray = ["POINTS", "radius"]
        balls.ScaleFactor = 1.0
        balls.GlyphMode = "All Points"
        grains = coloured(balls, view, "POINTS", "velocity")
    else:
        grains = coloured(shapes, view, "CELLS", "speed")
    if walls is not None:
        display = Show(walls, view)
        display.ColorArrayName = [None, ""]
        display.Opacity = 0.25
    AnnotateTimeFilter(Input=bodies, Format="t = {time:.4g} s")
    scene = GetAnimationScene()
    scene.UpdateAnimationUsingDataTimeSteps()
    scene.GoToLast()
    grains.RescaleTransferFunctionToDataRange(False, True)
    view.CameraViewUp = up
    view.CameraFocalPoint = (0.0, 0.0, 0.0)
    view.CameraPosition = tuple(-x for x in looking)
    view.InteractionMode = "2D" if flat else "3D"
    ResetCamera(view)
    Render(view)


show()
