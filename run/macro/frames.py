# Shows the frames of a run as the pictures of Scree do: grains as spheres or by their surfaces, coloured by their set where there are
# several, else by speed, and walls that can be seen through. Time, colour bar and direction of looking are set.
from paraview.simple import *


def series(name):
    path = os.path.join(folder, name + ".pvd")
    return PVDReader(registrationName=name, FileName=path) if os.path.exists(path) else None


def by_speed(display, kind, view):
    ColorBy(display, (kind, "velocity", "Magnitude"))
    colours = GetColorTransferFunction("velocity")
    colours.ApplyPreset("Viridis (matplotlib)", True)
    legend = GetScalarBar(colours, view)
    legend.Title = "speed [m/s]"
    return legend


# A colour for each entry of `grains` and `streams`, with its name.
def by_set(display, kind, view):
    ColorBy(display, (kind, "set"))
    colours = GetColorTransferFunction("set")
    colours.InterpretValuesAsCategories = 1
    colours.Annotations = [text for number, (name, _) in enumerate(sets) for text in (str(number), name)]
    colours.IndexedColors = [part for _, colour in sets for part in colour]
    legend = GetScalarBar(colours, view)
    legend.Title = "set"
    return legend


def coloured(source, view, kind):
    display = Show(source, view)
    legend = by_set(display, kind, view) if sets else by_speed(display, kind, view)
    legend.ComponentTitle = ""
    legend.TitleFontSize = legend.LabelFontSize = 12
    display.SetScalarBarVisibility(view, True)
    return display


# Grains without corners: those of some entries of `grains` and `streams`, or all.
def balls_of(bodies):
    if spheres is None:
        return [bodies]
    return [Threshold(Input=bodies, Scalars=["POINTS", "set"], LowerThreshold=i, UpperThreshold=i) for i in spheres]


def show_balls(balls, view):
    glyphs = Glyph(registrationName="grains", Input=balls, GlyphType="Sphere")
    glyphs.GlyphType.Radius = 1.0
    glyphs.ScaleArray = ["POINTS", "radius"]
    glyphs.ScaleFactor = 1.0
    glyphs.GlyphMode = "All Points"
    return coloured(glyphs, view, "POINTS")


def show():
    view = GetActiveViewOrCreate("RenderView")
    bodies, shapes, walls = series("bodies"), series("shapes"), series("walls")
    if bodies is None:
        raise RuntimeError("there are no frames in " + folder + ": give output.every, and run this in the folder of the run")
    grains = [show_balls(balls, view) for balls in balls_of(bodies)]
    if shapes is not None:
        grains.append(coloured(shapes, view, "CELLS"))
    if walls is not None:
        display = Show(walls, view)
        display.ColorArrayName = [None, ""]
        display.Opacity = 0.25
    AnnotateTimeFilter(Input=bodies, Format="t = {time:.4g} s")
    scene = GetAnimationScene()
    scene.UpdateAnimationUsingDataTimeSteps()
    scene.GoToLast()
    for k, display in enumerate(grains):
        if not sets:
            display.RescaleTransferFunctionToDataRange(k > 0, True)
    view.CameraViewUp = up
    view.CameraFocalPoint = (0.0, 0.0, 0.0)
    view.CameraPosition = tuple(-x for x in looking)
    view.InteractionMode = "2D" if flat else "3D"
    ResetCamera(view)
    Render(view)


show()
