import vtk,sys
def read(name, kind=vtk.vtkXMLPolyDataReader):
    r = kind(); r.SetFileName(sys.argv[1] + '/' + name)
    if name.endswith('vtk'): r.ReadAllVectorsOn(); r.ReadAllScalarsOn()
    r.Update(); return r.GetOutput()
b, c, w = read('v_bodies.vtp'), read('v_contacts.vtp'), read('v_walls.vtp')
p = b.GetPointData()
assert b.GetNumberOfPoints() == 20000 and b.GetNumberOfVerts() == 20000 and p.GetNumberOfArrays() == 11
assert p.GetArray('id').GetTuple1(19999) == 3 + 2 * 19999 and p.GetArray('orientation').GetNumberOfComponents() == 4
assert p.GetArray('radius').GetRange()[0] >= 1e-3 and p.GetArray('radius').GetRange()[1] <= 2e-3
assert b.GetFieldData().GetArray('TimeValue').GetTuple1(0) == 0.1
assert c.GetNumberOfLines() == 700 and c.GetCell(699).GetPointId(1) == 1399
assert c.GetCellData().GetArray('id_b').GetTuple1(699) == 700
assert w.GetNumberOfPolys() == 2 and w.GetCellData().GetArray('force').GetTuple3(1) == (-1, -2, -3)
assert w.GetFieldData().GetAbstractArray('names').GetValue(0) == 'floor <1>'
assert read('v_empty.vtp').GetNumberOfPoints() == 0
l = read('v_course.vtk', vtk.vtkPolyDataReader)
assert l.GetNumberOfPoints() == 20000 and l.GetPointData().GetArray('rotation').GetNumberOfComponents() == 3
assert abs(l.GetPointData().GetArray('radius').GetTuple1(5) - p.GetArray('radius').GetTuple1(5)) == 0
r = l.GetPointData().GetArray('rotation').GetTuple3(19999)
assert abs(sum(x * x for x in r) - 1) < 1e-12
